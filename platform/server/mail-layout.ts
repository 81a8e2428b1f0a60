/** Text with links in it. */
export type Paragraph = string | readonly { text: string; href?: string }[]

/** The content of an email; all emails share one layout. */
export type MailText = {
  heading: string
  paragraphs: readonly Paragraph[]
  action?: { label: string; url: string }
  /** Small print at the end: why the email was sent, how long the link is valid. */
  footnote?: string
}

/** Renders an email as plain text and as HTML with everything escaped; no images, no tracking, at most one button. */
export function mailBody(mail: MailText): { text: string; html: string } {
  const { heading, paragraphs, action, footnote } = mail
  const text = [
    heading,
    ...paragraphs.map(asText),
    ...(action ? [`${action.label}: ${action.url}`] : []),
    ...(footnote ? [footnote] : []),
    '— Placewell',
  ].join('\n\n')
  const html = `<!doctype html><html lang="en"><body style="margin:0;background:#f6f4ef;color:#1d2b28;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:32px 24px">
<p style="font-weight:700;font-size:18px;color:#0f4f45;margin:0 0 24px">Placewell</p>
<h1 style="font-size:22px;line-height:1.3;margin:0 0 16px">${escapeHtml(heading)}</h1>
${paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${asHtml(paragraph)}</p>`).join('\n')}
${action ? `<p style="margin:24px 0"><a href="${escapeHtml(action.url)}" style="background:#0f4f45;color:#fff;padding:12px 20px;border-radius:6px;text-decoration:none;font-weight:600">${escapeHtml(action.label)}</a></p><p style="font-size:13px;color:#50605c;word-break:break-all">${escapeHtml(action.url)}</p>` : ''}
${footnote ? `<p style="font-size:13px;color:#50605c;border-top:1px solid #d9d4c7;padding-top:16px">${escapeHtml(footnote)}</p>` : ''}
</div></body></html>`
  return { text, html }
}

function asText(paragraph: Paragraph): string {
  if (typeof paragraph === 'string') return paragraph
  return paragraph
    .map(({ text, href }) =>
      !href || href === text || href === `mailto:${text}` ? text : `${text} (${href})`,
    )
    .join('')
}

function asHtml(paragraph: Paragraph): string {
  if (typeof paragraph === 'string') return escapeHtml(paragraph)
  return paragraph
    .map(({ text, href }) =>
      href ? `<a href="${escapeHtml(href)}" style="color:#0f4f45">${escapeHtml(text)}</a>` : escapeHtml(text),
    )
    .join('')
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
