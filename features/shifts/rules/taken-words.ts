/** Who has the seats of a unit that are taken. */
export const takenWords = (taken: number, capstones = 0): string => {
  const others =
    capstones === 0
      ? 'other shifts'
      : taken === capstones
        ? 'capstone students'
        : 'other shifts and capstone students'
  return `${taken} of these seats ${taken === 1 && capstones > 0 ? 'is' : 'are'} taken by ${others}`
}
