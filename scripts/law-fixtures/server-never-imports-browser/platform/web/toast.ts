export const toast = 1
