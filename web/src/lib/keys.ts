// Keys do things only when nobody is writing.
export function isTyping(event: KeyboardEvent): boolean {
  const target = event.target
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || target.matches("input:not([type=range]), textarea, select")
}

export const hasModifier = (event: KeyboardEvent): boolean => event.ctrlKey || event.metaKey || event.altKey
