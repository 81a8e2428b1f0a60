export const shifts = []
