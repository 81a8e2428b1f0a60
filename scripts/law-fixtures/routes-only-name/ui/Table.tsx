export const Table = () => null
