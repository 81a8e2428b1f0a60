import { expect, it } from 'vitest'
import { misplacedElements } from './testing-html.ts'

it.each([
  ['<button><div>x</div></button>', ['button > div']],
  ['<div><style>a{}</style></div>', ['div > style']],
  ['<a href="/"><span><button>x</button></span></a>', ['a > button']],
  ['<p title="a > b"><span><div/></span></p>', ['span > div']],
  ['<ul><div><li>x</li></div></ul>', ['ul > div']],
  ['<h2><p>x</p></h2>', ['h2 > p']],
  ['<table><tr><td>x</td></tr></table>', ['table > tr']],
])('finds what is wrong in %s', (html, found) => expect(misplacedElements(html)).toEqual(found))

it.each([
  '<div><p>x <b>y</b><br>z</p><ul><li><div>x</div></li></ul></div>',
  '<button><svg><g><style></style></g></svg><span>x</span></button>',
  '<a href="/"><div>x</div></a>',
  '<head><style>a{}</style></head>',
  '<table><thead><tr><th>x</th></tr></thead></table>',
  '<p>x</p><p>y</p>',
])('finds nothing wrong in %s', (html) => expect(misplacedElements(html)).toEqual([]))
