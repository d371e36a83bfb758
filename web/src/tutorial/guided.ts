// What has been told at a guided table stays told, also when the page is opened again.
const key = (table: string): string => `atoll.guided.${table}`

export const toldAt = (table: string): string[] => sessionStorage.getItem(key(table))?.split(" ") ?? []
export const keepTold = (table: string, told: string[]): void => sessionStorage.setItem(key(table), told.join(" "))
