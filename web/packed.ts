// Beside each file of the page lie packed copies, made once when it is built: the server sends what a browser can read.
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { brotliCompressSync, constants, gzipSync } from "node:zlib"

import type { Plugin } from "vite"

const SMALL = 1000 // bytes that are not worth packing
const TEXT = /\.(css|js|svg)$/

export function packed(): Plugin {
  let out = ""
  return {
    name: "packed",
    apply: "build",
    configResolved(config) {
      out = resolve(config.root, config.build.outDir)
    },
    closeBundle() {
      const folder = join(out, "assets")
      for (const name of readdirSync(folder).filter((name) => TEXT.test(name))) {
        const file = join(folder, name)
        const content = readFileSync(file)
        if (content.length < SMALL) continue
        const size = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
        writeFileSync(`${file}.br`, brotliCompressSync(content, { params: size }))
        writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
      }
    },
  }
}
