export type Format = string
export const format = (text: Format): string => text
