import { existsSync } from "node:fs"
import { delimiter, resolve } from "node:path"

import type { Plugin } from "vite"

const NAME = "virtual:joined-games"

/** Games from outside: the folders named in ATOLL_GAMES that have a `web/index.ts`. */
export function joinedGames(named = process.env.ATOLL_GAMES ?? ""): Plugin {
  const folders = named.split(delimiter).filter(Boolean)
  const files = folders.map((folder) => resolve(folder, "web/index.ts")).filter(existsSync)
  return {
    name: "joined-games",
    config: () => ({ server: { fs: { allow: [".", ...files.map((file) => resolve(file, ".."))] } } }),
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load(id) {
      if (id !== `\0${NAME}`) return undefined
      const imports = files.map((file, at) => `import game${at} from ${JSON.stringify(file)}`)
      return [...imports, `export default [${files.map((_, at) => `game${at}`).join(", ")}]`].join("\n")
    },
  }
}
