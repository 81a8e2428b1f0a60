interface Blockable {
  block: (options: {
    blockerFn: (to: { action: string }) => Promise<boolean>
    enableBeforeUnload: () => boolean
  }) => () => void
}

/** The router's history, for what asks before Back takes it away; the app sets it. And whether there is something, set by `leaving.ts`. */
export const back: { history?: Blockable; hasTyped?: () => boolean } = {}
