export const isOpen = true
