import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectGoodPage, person, type Visitor } from './people.ts'

const page = '/school/students'

/** Adds HTML that makes the page bad; returns a function that removes it. */
const add = (html: string) => (where: Page) =>
  where.evaluate((text) => {
    const part = document.createElement('div')
    part.innerHTML = text
    document.querySelector('main')!.append(part)
  }, html)

/** Faults of a page, and the message for each. */
const faults: [name: string, spoil: (page: Page) => Promise<unknown>, said: RegExp][] = [
  ['an image without a text', add('<img src="/favicon.svg">'), /image-alt: <img/],
  ['a button without a name', add('<button type="button"></button>'), /button-name: <button/],
  ['a field without a label', add('<input type="text">'), /label: <input/],
  [
    'a text that is hard to read',
    add('<p style="color: #888; background: #999">Hard to read</p>'),
    /color-contrast: <p/,
  ],
  ['a list of no items', add('<ul><p>Not an item</p></ul>'), /list: <ul/],
  ['a role without what it needs', add('<div role="checkbox" aria-label="A">A</div>'), /aria-required-attr/],
  [
    'a focus where nobody sees it',
    add('<div aria-hidden="true"><a href="/">A</a></div>'),
    /aria-hidden-focus/,
  ],
  ['a link without a name', add('<a href="/"></a>'), /link-name: <a/],
  [
    'something wider than the window',
    add('<div style="inline-size: 3000px">Wide</div>'),
    /wider than the window/,
  ],
  ['no title', (where) => where.evaluate(() => void (document.title = '')), /expected '' not to be ''/],
]

/** Faults on touch screens. */
const small: typeof faults = [
  [
    'a button that a finger misses',
    add(
      '<button type="button" style="position: static; font-size: 10px; overflow: hidden; contain: paint">A</button>',
    ),
    /A\W+\d+ × \d+ px lacks height and width/,
  ],
  [
    'a button that another covers',
    add(
      '<p><button type="button">First button</button></p><p style="margin-top: -16px"><button type="button">Second button</button></p>',
    ),
    /First button\W+\d+ × \d+ px lacks height/,
  ],
]

/** Faults of loading, and the message for each. */
const failures: [name: string, spoil: (page: Page) => Promise<unknown>, said: RegExp][] = [
  [
    'a call that fails',
    (where) => where.route('**/rpc/students/**', (route) => route.fulfill({ status: 500, body: '{}' })),
    /status of 500/,
  ],
  [
    'code that does not come',
    (where) => where.route('**/assets/*.css', (route) => route.abort()),
    /ERR_FAILED/,
  ],
  [
    'an error that nobody catches',
    (where) =>
      where.addInitScript(
        () =>
          void setTimeout(() => {
            throw new Error('Broken')
          }, 50),
      ),
    /error: Broken/,
  ],
  [
    'an error in the console',
    (where) => where.addInitScript(() => console.error('Something is wrong')),
    /Something is wrong/,
  ],
  [
    'a call that is never answered',
    (where) =>
      where.route('**/rpc/**', (route) =>
        route.request().url().includes('/live') ? route.continue() : undefined,
      ),
    /does not settle|expected false to be true/,
  ],
  [
    'a part that goes on loading',
    (where) =>
      where.addInitScript(() => {
        addEventListener('load', () => {
          const part = document.createElement('div')
          part.setAttribute('aria-busy', 'true')
          document.body.append(part)
        })
      }),
    /does not settle: busy/,
  ],
]

/** The messages about a page and its loading. */
async function saidOf({ page: shown, complaints }: Visitor, withinMs?: number): Promise<string> {
  const why = await expectGoodPage(shown, { withinMs }).then(
    () => '',
    (error: Error & { actual?: unknown }) => `${error.message} ${JSON.stringify(error.actual)}`,
  )
  return [why, ...complaints].join('\n')
}

it.each(['wide', 'phone'] as const)(
  'on a %s window a fault of a page is detected',
  { timeout: 300_000 },
  async (size) => {
    const someone = await person('ana', { at: page, size })
    expect(await saidOf(someone)).toBe('')
    for (const [name, spoil, said] of size === 'phone' ? [...small, ...faults] : faults) {
      await spoil(someone.page)
      expect(await saidOf(someone), name).toMatch(said)
      await someone.page.evaluate(() => document.querySelector('main')!.lastElementChild!.remove())
      if (name === 'no title') await someone.page.reload()
    }
  },
)

it.each(failures)('%s is detected', async (_name, spoil, said) => {
  const someone = await person('ana')
  await spoil(someone.page)
  await someone.page.goto(page)
  // Pages that never settle need a shorter wait than those that do.
  expect(await saidOf(someone, 5_000)).toMatch(said)
})

it('a part that passed is checked again when it, or what is around it, changes', async () => {
  const { page: shown } = await person('ana', { at: page })
  await expectGoodPage(shown)
  /** Changes something that passed, and restores it. */
  const changed = async (change: () => () => void): Promise<string> => {
    await shown.evaluate((source) => {
      Object.assign(globalThis, { back: new Function(`return (${source})()`)() })
    }, String(change))
    const said = await expectGoodPage(shown).then(
      () => '',
      (error: Error & { actual?: unknown }) => JSON.stringify(error.actual),
    )
    await shown.evaluate(() => (globalThis as unknown as { back: () => void }).back())
    return said
  }
  const inHeader = await changed(() => {
    const button = [...document.querySelectorAll('header button[aria-label]')].find(
      (one) => one.textContent.trim() === '' && one.checkVisibility(),
    )!
    const name = button.getAttribute('aria-label')!
    button.setAttribute('aria-label', ' ')
    return () => button.setAttribute('aria-label', name)
  })
  expect(inHeader).toMatch(/button-name/)
  const byStyle = await changed(() => {
    const link = document.querySelector<HTMLElement>('nav a')!
    link.style.cssText = 'color: #999; background: #888'
    return () => link.removeAttribute('style')
  })
  expect(byStyle).toMatch(/color-contrast/)
  const fromAbove = await changed(() => {
    const main = document.querySelector('main')!
    main.setAttribute('aria-hidden', 'true')
    return () => main.removeAttribute('aria-hidden')
  })
  expect(fromAbove).toMatch(/aria-hidden-focus/)
  const byWords = await changed(() => {
    const heading = document.querySelector('main h1')!
    const link = Object.assign(document.createElement('a'), { href: '/' })
    heading.append(link)
    return () => link.remove()
  })
  expect(byWords).toMatch(/link-name/)
  await expectGoodPage(shown)
})
