/**
 * A notification is a code with values. It is stored that way, and the catalog in its feature's `messages.ts` turns it into text when it is
 * read or mailed, so old notifications follow new wording, and dates follow the reader's format (docs/architecture.md).
 */
export type NotificationText<Values extends object> = {
  title: (values: Values) => string
  message: (values: Values) => string
}

/** Code → text; the codes start with the entity: `release.revoked`. */
export type NotificationCatalog = Readonly<Record<string, NotificationText<never>>>

/** Every notification that a catalog has a text for: a code without a text, or with other values, does not compile. */
export type NotificationIn<Catalog extends NotificationCatalog> = {
  [Code in keyof Catalog & string]: {
    code: Code
    values: Catalog[Code] extends NotificationText<infer Values> ? Values : never
  }
}[keyof Catalog & string]

/** As PostgreSQL stores it: a code with its values, or only text (sent before there were codes). */
export type StoredNotification = {
  code: string | null
  values: unknown
  title: string | null
  message: string | null
}

/** The text of a notification. */
export type NotificationWords = { title: string; message: string }

/** Returns the text of a stored notification; never throws. */
export type RenderNotification = (stored: StoredNotification) => NotificationWords

/** A notification as data, for a command that passes it to a kernel function; its values match its text. */
export const notification = <Catalog extends NotificationCatalog, Code extends keyof Catalog & string>(
  _catalog: Catalog,
  code: Code,
  values: Extract<NotificationIn<Catalog>, { code: Code }>['values'],
) => ({ code, values })

/** An entry of a catalog: the texts of one notification. */
export const notificationText = <Values extends object = object>(
  title: (values: Values) => string,
  message: (values: Values) => string,
): NotificationText<Values> => ({ title, message })

/** The heading of a list of notifications (`groupNotifications`), which has only a title. */
export const headingText = <Values extends object = object>(
  title: (values: Values) => string,
): NotificationText<Values> => ({ title, message: () => '' })

/** One notification for a command's changes to many things; only `app.notify_code` writes it. */
const GROUP = 'notification.group'
/** The most characters of one line of a group, and of all lines together: longer lines are cut, and further ones only counted. */
const LINE = 400
const ALL_LINES = 1_700

type Line = Partial<StoredNotification>
type Group = { heading?: Line | null; lines: Line[]; more: number }

/**
 * Returns the texts of notifications from this catalog. One that has no text (a code of a newer version, unexpected values) gets a neutral
 * sentence and is passed to `report`, so that one bad row does not break the whole list.
 */
export function notificationRenderer(
  catalog: NotificationCatalog,
  report: (code: string, error: unknown) => void,
): RenderNotification {
  const worded = ({ code = null, values, title, message }: Line): NotificationWords => {
    if (code === null) return { title: title ?? '', message: message ?? '' }
    if (code === GROUP) return groupWords(values as Group, render)
    if (!Object.hasOwn(catalog, code)) throw new Error('There is no text for this notification')
    const text = catalog[code] as NotificationText<object>
    return {
      title: text.title(values as object).slice(0, 200),
      message: text.message(values as object).slice(0, 2_000),
    }
  }
  const render = (stored: Line): NotificationWords => {
    try {
      return worded(stored)
    } catch (error) {
      report(stored.code ?? '', error)
      return { title: 'New notification', message: 'Reload the page to read it.' }
    }
  }
  return render
}

function groupWords(
  { heading, lines, more }: Group,
  render: (line: Line) => NotificationWords,
): NotificationWords {
  const texts = lines.map(render).map(({ title, message }) => `• ${`${title}: ${message}`.slice(0, LINE)}`)
  let shown = 0
  for (let length = 0; shown < texts.length && length < ALL_LINES; shown++) length += texts[shown]!.length + 1
  const unshown = texts.length - shown + more
  return {
    title: render(heading ?? lines[0] ?? {}).title,
    message: [...texts.slice(0, shown), ...(unshown > 0 ? [`… and ${unshown} more.`] : [])].join('\n'),
  }
}
