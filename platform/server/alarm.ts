/** Sleeps until the time (milliseconds) is over or somebody rings; a ring while awake is not lost. */
export class Alarm {
  #rung = false
  #wake: (() => void) | undefined
  ring(): void {
    this.#rung = true
    this.#wake?.()
  }
  async sleep(milliseconds: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    if (!this.#rung)
      await new Promise<void>((resolve) => {
        this.#wake = resolve
        timer = setTimeout(resolve, milliseconds)
      })
    clearTimeout(timer)
    this.#wake = undefined
    this.#rung = false
  }
}
