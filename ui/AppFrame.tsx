import { ActionIcon } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconMenu2, IconSearch } from '@tabler/icons-react'
import { memo, useEffect, useState, type ReactNode } from 'react'

import { BottomBar } from './BottomBar.tsx'
import { Kbd } from './Kbd.tsx'
import { lazyDialog } from './lazy-dialog.tsx'
import { Link } from './Link.tsx'
import { MantineScope } from './MantineScope.tsx'
import { activeHref, type NavGroup, type NavItem } from './nav.ts'
import { SideNav } from './SideNav.tsx'
import { SkipLink } from './SkipLink.tsx'
import { toastHost } from './toast.ts'
import { whenVisible } from './when-visible.ts'
import { toneLabels, type Tone } from './tones.ts'
import { Wordmark } from './Wordmark.tsx'
import classes from './AppFrame.module.css'

interface AppFrameProps {
  /** The area: same layout, different ground and label. */
  tone?: Tone
  toneLabel?: string
  nav: readonly NavGroup[]
  /** The pages in the bar at the bottom of a phone; without any, a button in the top bar opens the menu. */
  bottom?: readonly NavItem[] | undefined
  /** The current path, without search: marks the current entry and closes the phone menu. */
  currentPath: string
  /** The entry that is current, for a page below none. */
  entry?: string | undefined
  /** Where the wordmark links. */
  homeHref: string
  /** At the top: impersonation or context. */
  banner?: ReactNode
  /** Left in the top bar: school and semester pickers. */
  picker?: ReactNode
  /** If set, the search button is rendered (it opens the palette). */
  onSearch?: () => void
  bell?: ReactNode
  userMenu?: ReactNode
  /** Below the navigation. */
  navFooter?: ReactNode
  children: ReactNode
}

const PhoneMenu = lazyDialog(() => import('./PhoneMenu.tsx').then((file) => file.PhoneMenu), {
  opened: false,
})

/** Keeps whatever sticks to the top below the notice, by its height. */
function stickBelow(notice: HTMLElement | null): (() => void) | undefined {
  if (!notice) return undefined
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => style.setProperty('--pw-notice', `${notice.offsetHeight}px`))
  observer.observe(notice)
  return () => {
    observer.disconnect()
    style.removeProperty('--pw-notice')
  }
}

/** The signed-in shell: skip link, banner, navigation (a drawer on a phone), top bar, main. */
export function AppFrame(props: AppFrameProps) {
  const {
    tone = 'default',
    toneLabel = toneLabels[tone],
    nav,
    bottom,
    currentPath,
    entry = currentPath,
    homeHref,
    banner,
    picker,
    onSearch,
    bell,
    userMenu,
    navFooter,
    children,
  } = props
  const [isOpen, drawer] = useDisclosure(false)
  const [path, setPath] = useState(currentPath)
  if (path !== currentPath) {
    setPath(currentPath)
    drawer.close()
  }
  // Signed-in people will soon see a toast, whose live region should exist before that.
  useEffect(() => whenVisible(() => void toastHost.wake()), [])
  const current = activeHref(nav, entry)
  const brand = (
    <div className={classes.brand}>
      <Link href={homeHref} className={classes.home} aria-label="Placewell, home">
        <Wordmark size={26} />
      </Link>
      {tone !== 'default' && <span className={classes.tone}>{toneLabel}</span>}
    </div>
  )

  return (
    <MantineScope>
      <div className={classes.frame} data-tone={tone} data-bottom={Boolean(bottom) || undefined}>
        <SkipLink />
        {banner && (
          <section className={classes.banner} aria-label="Notice" ref={stickBelow}>
            {banner}
          </section>
        )}
        <div className={classes.body}>
          <div className={classes.sidebar}>
            <div className={classes.sticky}>
              <SideNav groups={nav} current={current} head={brand} footer={navFooter} />
            </div>
          </div>
          <PhoneMenu opened={isOpen} onClose={drawer.close} brand={brand} tone={tone}>
            <SideNav groups={nav} current={current} footer={navFooter} />
          </PhoneMenu>
          <div className={classes.column}>
            <TopBar
              isMenuOpen={isOpen}
              onMenu={drawer.open}
              picker={picker}
              onSearch={onSearch}
              bell={bell}
              userMenu={userMenu}
            />
            <main id="main" tabIndex={-1} className={classes.main}>
              {children}
            </main>
            {bottom && (
              <BottomBar items={bottom} current={current} isMenuOpen={isOpen} onMore={drawer.open} />
            )}
          </div>
        </div>
      </div>
    </MantineScope>
  )
}

type TopBarProps = Pick<AppFrameProps, 'picker' | 'onSearch' | 'bell' | 'userMenu'> & {
  isMenuOpen: boolean
  onMenu: () => void
}

/** Rendered again only if something in it changes, not with every page. */
const TopBar = memo(function TopBar({ isMenuOpen, onMenu, picker, onSearch, bell, userMenu }: TopBarProps) {
  return (
    <header className={classes.top}>
      <ActionIcon
        className={classes.burger}
        variant="subtle"
        color="gray"
        size="lg"
        onClick={onMenu}
        aria-label="Open menu"
        aria-expanded={isMenuOpen}
      >
        <IconMenu2 size={22} aria-hidden />
      </ActionIcon>
      <div className={classes.picker}>{picker}</div>
      <div className={classes.tools}>
        {onSearch && (
          <>
            <button
              type="button"
              className={classes.search}
              onClick={onSearch}
              aria-keyshortcuts="Control+K Meta+K"
            >
              <IconSearch size={16} aria-hidden />
              <span>Search</span>
              <Kbd keys={['mod', 'K']} />
            </button>
            <ActionIcon className={classes.searchIcon} onClick={onSearch} aria-label="Search">
              <IconSearch size={20} aria-hidden />
            </ActionIcon>
          </>
        )}
        {bell}
        {userMenu}
      </div>
    </header>
  )
})
