interface Blockable {
  block: (options: {
    blockerFn: (to: { action: string }) => Promise<boolean>
    enableBeforeUnload: () => boolean
  }) => () => void
}

/** The router's history, set by the app, for code that asks before Back leaves; and whether there is unsaved text, set by `close-guard.ts`. */
export const back: { history?: Blockable; hasTyped?: () => boolean } = {}
