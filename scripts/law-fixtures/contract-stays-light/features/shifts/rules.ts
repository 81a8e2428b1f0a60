export const isOpen = () => true
