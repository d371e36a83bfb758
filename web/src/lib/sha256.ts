// SHA-256. Browsers lend theirs only to pages that came over https, and at home one plays without.
type Words = [number, number, number, number, number, number, number, number]

const PRIMES = [2]
for (let n = 3; PRIMES.length < 64; n += 2) if (PRIMES.every((prime) => n % prime > 0)) PRIMES.push(n)
const fraction = (root: number): number => ((root % 1) * 2 ** 32) | 0
const FIRST = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime))) as Words
const ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)))

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by))

/** The hash of a text, in hex. */
export function sha256(text: string): string {
  const given = new TextEncoder().encode(text)
  const data = new DataView(new ArrayBuffer(64 * Math.ceil((given.length + 9) / 64)))
  new Uint8Array(data.buffer).set([...given, 0x80])
  data.setUint32(data.byteLength - 4, 8 * given.length)
  let hash = FIRST
  for (let at = 0; at < data.byteLength; at += 64) {
    const rounds = mixed(hash, data, at)
    hash = hash.map((word, place) => (word + rounds[place]!) | 0) as Words
  }
  return hash.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("")
}

function mixed(hash: Words, data: DataView, at: number): Words {
  const words = ROUNDS.map((_, round) => (round < 16 ? data.getInt32(at + 4 * round) : 0))
  let [a, b, c, d, e, f, g, h] = hash
  ROUNDS.forEach((constant, round) => {
    if (round >= 16) {
      const [x, y] = [words[round - 15]!, words[round - 2]!]
      const near = turned(x, 7) ^ turned(x, 18) ^ (x >>> 3)
      const far = turned(y, 17) ^ turned(y, 19) ^ (y >>> 10)
      words[round] = (words[round - 16]! + near + words[round - 7]! + far) | 0
    }
    const one = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + constant + words[round]!
    const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))
    ;[a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g]
  })
  return [a, b, c, d, e, f, g, h]
}
