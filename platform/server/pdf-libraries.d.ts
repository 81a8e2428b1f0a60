// The parts that the product uses of two libraries without types.
declare module 'pdfkit' {
  export type Struct = {
    add(child: Struct | (() => void)): Struct
    end(): void
  }
  type Text = { continued?: boolean; lineGap?: number; width?: number; indent?: number }
  type Cell = {
    text: string
    type?: 'TH' | 'TD'
    align?: { x: 'left' | 'right'; y: 'top' | 'center' }
    scope?: 'Column' | 'Row'
    font?: { src: string; size?: number }
    textColor?: string
  }
  export default class PDFDocument {
    constructor(options: object)
    on(event: 'data', heard: (chunk: Buffer) => void): this
    on(event: 'end', heard: () => void): this
    end(): void
    x: number
    y: number
    page: { width: number; height: number; margins: { left: number; right: number; bottom: number } }
    registerFont(name: string, font: object): this
    font(name: string): this
    fontSize(points: number): this
    fillColor(color: string): this
    text(text: string, options?: Text): this
    text(text: string, x: number, y: number, options?: Text): this
    moveDown(lines?: number): this
    addPage(): this
    switchToPage(page: number): void
    bufferedPageRange(): { start: number; count: number }
    struct(
      type: string,
      options?: object,
      children?: Struct | (() => void) | (Struct | (() => void))[],
    ): Struct
    addStructure(struct: Struct): this
    markContent(type: string, options?: object): this
    endMarkedContent(): this
    table(options: {
      structParent: Struct
      data: (string | Cell)[][]
      columnStyles: object
      defaultStyle?: object
      rowStyles?: (row: number) => object
    }): this
  }
}
declare module 'fontkit' {
  export function create(file: Uint8Array): {
    layout(text: string): object
    hasGlyphForCodePoint(code: number): boolean
  }
}
