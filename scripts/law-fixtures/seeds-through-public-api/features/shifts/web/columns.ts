export const columns = []
