import * as Tooltip from '@radix-ui/react-tooltip'
import { createContext, use, type ReactElement, type ReactNode } from 'react'

import { constants } from '#core/constants.ts'
import classes from './Tip.module.css'

const { delayMs, skipDelayMs } = constants.tooltips

const Scope = createContext(false)

/** Shares the delays of Spec §9 (700 ms, then 300 ms between neighbours) among all tips below. */
export function TipProvider({ children }: { children: ReactNode }) {
  return (
    <Scope value>
      <Tooltip.Provider delayDuration={delayMs} skipDelayDuration={skipDelayMs}>
        {children}
      </Tooltip.Provider>
    </Scope>
  )
}

interface TipProps {
  /** The text; nothing is drawn without it. */
  label: ReactNode
  /** One element that takes a ref and can be focused. */
  children: ReactElement
  side?: 'top' | 'right' | 'bottom' | 'left'
}

/** A short explanation on hover and focus; never the only place where something can be read. */
export function Tip({ label, children, side = 'top' }: TipProps) {
  const shared = use(Scope)
  if (!label) return children
  const tip = (
    <Tooltip.Root>
      <Tooltip.Trigger asChild>{children}</Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content className={classes.tip} side={side} sideOffset={6} collisionPadding={8}>
          {label}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
  return shared ? tip : <TipProvider>{tip}</TipProvider>
}
