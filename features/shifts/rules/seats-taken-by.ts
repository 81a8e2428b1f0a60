/** Says how many of a unit's seats are taken, and by what. */
export const seatsTakenBy = (taken: number, capstones = 0): string => {
  const others =
    capstones === 0
      ? 'other shifts'
      : taken === capstones
        ? 'capstone students'
        : 'other shifts and capstone students'
  return `${taken} of these seats ${taken === 1 && capstones > 0 ? 'is' : 'are'} taken by ${others}`
}
