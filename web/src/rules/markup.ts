// The little markup of long texts: paragraphs, lists of lines with “- ”, **strong words** and [links](#anchor).
export interface Run {
  text: string
  strong: boolean
  link: string | null
}

export type Block = { list: false; runs: Run[] } | { list: true; items: Run[][] }

/** The runs of one line. */
export function runs(line: string): Run[] {
  const found: Run[] = []
  let end = 0
  for (const match of line.matchAll(/\*\*(.+?)\*\*|\[(.+?)\]\((#[^)]+)\)/g)) {
    if (match.index > end) found.push({ text: line.slice(end, match.index), strong: false, link: null })
    found.push({ text: match[1] ?? match[2]!, strong: match[1] !== undefined, link: match[3] ?? null })
    end = match.index + match[0].length
  }
  if (end < line.length) found.push({ text: line.slice(end), strong: false, link: null })
  return found
}

/** The paragraphs and lists of a text. */
export function blocks(text: string): Block[] {
  return text
    .trim()
    .split(/\n\s*\n/)
    .map((part) => {
      const lines = part.split("\n")
      return lines.every((line) => line.startsWith("- "))
        ? { list: true, items: lines.map((line) => runs(line.slice(2))) }
        : { list: false, runs: runs(lines.join(" ")) }
    })
}
