interface Blockable {
  block: (options: {
    blockerFn: (to: { action: string }) => Promise<boolean>
    enableBeforeUnload: () => boolean
  }) => () => void
}

/** The router's history, for what asks before Back takes it away; the app sets it. */
export const back: { history?: Blockable } = {}
