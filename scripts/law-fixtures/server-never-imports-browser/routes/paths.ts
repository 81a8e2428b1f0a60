export const paths = []
