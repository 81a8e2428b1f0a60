import {
  createContext,
  use,
  type AnchorHTMLAttributes,
  type ComponentType,
  type ReactNode,
  type Ref,
} from 'react'

/** The props of the router's link: an anchor that navigates without a page load. */
export interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string
  ref?: Ref<HTMLAnchorElement> | undefined
}

export type LinkComponent = ComponentType<LinkProps>
export type Navigate = (href: string) => void

interface Navigation {
  LinkComponent: LinkComponent | undefined
  navigate: Navigate
  isReturning: () => boolean
}

const NavigationContext = createContext<Navigation>({
  LinkComponent: undefined,
  navigate: (href) => window.location.assign(href),
  isReturning: () => false,
})

/** Provides the router's link and its navigate function to all components below. */
export function NavigationProvider({ value, children }: { value: Partial<Navigation>; children: ReactNode }) {
  const outer = use(NavigationContext)
  return <NavigationContext value={{ ...outer, ...value }}>{children}</NavigationContext>
}

/** Goes to an address through the router given to UiProvider, or by a page load if there is none. */
export function useNavigateTo(): Navigate {
  return use(NavigationContext).navigate
}

/** True if the current address was reached by Back or Forward. */
export function useIsReturning(): boolean {
  return use(NavigationContext).isReturning()
}

/* The router does not handle other origins, downloads and mail links. */
const isOurs = (href: string) => href.startsWith('/') && !href.startsWith('//')

/** An anchor to `href`; also works as Mantine's `component`: `<Button component={Link} href="/shifts">`. */
export function Link({ href, children, ...props }: LinkProps) {
  const { LinkComponent } = use(NavigationContext)
  if (LinkComponent && isOurs(href) && !props.target && props.download === undefined)
    return (
      <LinkComponent href={href} {...props}>
        {children}
      </LinkComponent>
    )
  return (
    <a href={href} {...props}>
      {children}
    </a>
  )
}
