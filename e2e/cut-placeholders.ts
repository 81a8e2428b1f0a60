import type { Page } from 'playwright-core'

/**
 * Placeholders that are cut off, with their width and that of their field: what does not fit belongs below the label. Returns nothing
 * without touch.
 */
export const cutPlaceholders = (page: Page): Promise<string[]> => page.evaluate(look)

function look(): string[] {
  const pen = document.createElement('canvas').getContext('2d')
  if (!pen || !matchMedia('(pointer: coarse)').matches) return []
  return [...document.querySelectorAll<HTMLInputElement>('input[placeholder]')].flatMap((field) => {
    if (field.value !== '' || !field.checkVisibility({ visibilityProperty: true })) return []
    const style = getComputedStyle(field)
    // Not `font`, which is empty with tabular figures.
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
    const [width, room] = [
      pen.measureText(field.placeholder).width,
      field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight),
    ]
    return width > room + 1 ? [`“${field.placeholder}” ${Math.ceil(width)} > ${Math.floor(room)} px`] : []
  })
}
