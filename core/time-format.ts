/** A person's time format: 7:00 AM–3:00 PM, or 0700–1500 as hospitals write it. */
export type TimeFormat = '12h' | '24h'

let ofReader: TimeFormat = '12h'

/** The time format of this page, or of the text being written now. */
export const timeFormat = (): TimeFormat => ofReader

/** Sets the time format: for a browser, which has one reader, and for the server while it renders a page. */
export function setTimeFormat(format: TimeFormat | undefined): void {
  ofReader = format ?? '12h'
}

/** Runs work that writes text for one reader; it must be synchronous. */
export function inTimeFormat<Words>(format: TimeFormat, work: () => Words): Words {
  const before = ofReader
  ofReader = format
  try {
    return work()
  } finally {
    ofReader = before
  }
}

/** The time part of an Intl pattern for the reader: 12-hour with AM and PM, or four digits once `plainTime` has removed the colon. */
export const hourOptions = (): Intl.DateTimeFormatOptions =>
  ofReader === '24h'
    ? { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }
    : { hour: 'numeric', minute: '2-digit', hourCycle: 'h12' }

/** Intl's output with plain spaces (it puts a narrow one before AM), and 07:00 as 0700. */
export const plainTime = (written: string): string =>
  written.replaceAll(/\s/g, ' ').replace(/\b(\d\d):(\d\d)\b/g, ofReader === '24h' ? '$1$2' : '$&')
