import { formatNumber } from './number-text.ts'

/** Meters as Americans read them: in tens of feet up to half a mile, "2,100 ft", then in miles, "2.1 mi". */
export const distanceText = (meters: number): string =>
  meters < 805
    ? `${formatNumber(Math.round(meters * 0.328084) * 10)} ft`
    : `${formatNumber(meters / 1609.344, 1)} mi`
