import { createElement } from 'react'

/** A page with a heading and a few paragraphs, the minimum of a public page. */
export function Page() {
  const words =
    'Nursing schools, hospitals and students keep clinical placements together: terms that copy with their weekdays intact, people let in by those who know them, and a trail behind every change. '
  return createElement(
    'main',
    null,
    createElement('h1', null, 'Clinical placements for nursing education'),
    ...[1, 2, 3, 4].map((n) => createElement('p', { key: n }, words.repeat(2))),
  )
}
