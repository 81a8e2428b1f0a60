/** How a person reads times: 7:00 AM–3:00 PM, or 0700–1500 as hospitals write them. */
export type TimeFormat = '12h' | '24h'

let ofReader: TimeFormat = '12h'

/** How the times of this page, or of what is being worded now, are written. */
export const timeFormat = (): TimeFormat => ofReader

/** From now on times are written for a reader of this format: for a browser, which has one reader, and for the server that renders a page. */
export function writeTimesIn(format: TimeFormat | undefined): void {
  ofReader = format ?? '12h'
}

/** Does work that words something for one reader, and nothing that waits. */
export function inTimeFormat<Words>(format: TimeFormat, work: () => Words): Words {
  const before = ofReader
  ofReader = format
  try {
    return work()
  } finally {
    ofReader = before
  }
}

/** An Intl pattern's time for the reader: h12 with AM and PM, or four digits once `joined` has taken the colon away. */
export const hourOptions = (): Intl.DateTimeFormatOptions =>
  ofReader === '24h'
    ? { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }
    : { hour: 'numeric', minute: '2-digit', hourCycle: 'h12' }

/** What Intl wrote, in plain spaces (it puts a narrow one before AM), and 07:00 as 0700. */
export const plainTime = (written: string): string =>
  written.replaceAll(/\s/g, ' ').replace(/\b(\d\d):(\d\d)$/, ofReader === '24h' ? '$1$2' : '$&')
