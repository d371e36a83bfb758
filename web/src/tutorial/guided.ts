// What has been read at a guided table stays read, also when the page is opened again.
const key = (table: string): string => `atoll.guided.${table}`

export const readAt = (table: string): string[] => sessionStorage.getItem(key(table))?.split(" ") ?? []
export const keepRead = (table: string, read: string[]): void => sessionStorage.setItem(key(table), read.join(" "))
