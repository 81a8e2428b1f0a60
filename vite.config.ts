import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { join } from 'node:path'
import { type BuildEnvironmentOptions, defineConfig, type Plugin } from 'vite'

const ICONS = join(import.meta.dirname, 'node_modules/@tabler/icons-react/dist/esm/icons')

/** What stands at once on a first page: the frame, the five dashboards, and what these have through the public API of features. */
const firstPages = [
  'routes/_app/route.tsx?tsr-split=component',
  ...['admin', 'school', 'facility', 'student', 'proctor'].map(
    (area) => `routes/_app/${area}/dashboard.tsx?tsr-split=component`,
  ),
  'features/assignments/web/keep-seat-actions.ts',
  'features/jobs/web/LazyJobsDrawer.tsx',
  'features/notifications/web/NotificationsBellSlot.tsx',
  'features/role-views/web/RoleSwitcherSlot.tsx',
  'features/role-views/web/RoleViewBanner.tsx',
  'features/role-views/web/RoleViewGate.tsx',
  'features/role-views/web/SchoolPickerSlot.tsx',
  'features/semesters/web/LazySemesterPickerSlot.tsx',
]
/** What these fetch next to themselves (app/first-asked.ts). */
const laterParts = [
  'features/assignments/web/ProctorNow.tsx',
  'features/assignments/web/StudentNow.tsx',
  'features/dashboards/web/AdminHome.tsx',
  'features/dashboards/web/FacilityHome.tsx',
  'features/dashboards/web/ProctorHome.tsx',
  'features/dashboards/web/SchoolHome.tsx',
  'features/semesters/web/SemesterPicker.tsx',
]
const belowFirstPages = below(firstPages)
const belowLaterParts = below(laterParts)
const belowOthers = [
  below(['app/main.tsx', 'features/accounts/web/queries.ts', 'features/assignments/web/prefetch.ts']),
  below(['app/auth.tsx', 'app/site.tsx', 'features/accounts/web/PendingScreen.tsx'], { andLater: true }),
]

/** What the browser is sent. */
const ofBrowser = {
  // The pages people work on, the auth pages that lead to them (app/auth.tsx), and the pages that tell of the product (app/site.tsx).
  input: ['index.html', 'auth.html', 'site.html'],
  output: {
    // The entry names the files of every address: short names are kilobytes that everyone saves.
    chunkFileNames: 'assets/[hash:7].js',
    assetFileNames: ({ names: [name = ''] }) =>
      name.endsWith('.css') ? 'assets/[hash:7][extname]' : 'assets/[name]-[hash][extname]',
    // What an entry always needs comes in few files: React, what each of them stands on, and the page itself.
    codeSplitting: {
      groups: [
        { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
        {
          name: 'site-ground',
          test: /\/(ui\/(Link|LinkButton|plain-button|PlainButton|Mark|Wordmark|PublicFrame|SkipLink|colour-scheme|styles)\.|core\/(access|constants|number-text|roles|site-pages)\.|platform\/web\/(access|load-failure|own-zone|plain-api)\.|public-pages\/web\/(SiteFrame|SitePage|plain-calls)\.)/,
        },
        {
          name: 'app-ground',
          test: /node_modules\/(@tanstack(?!.*useMutationState)|@orpc|use-sync-external-store)\/|\/platform\/web\/(api|app-errors|export-href|first-answers|query-client|search-params)\.|\/(accounts|assignments)\/web\/queries\./,
        },
        {
          name: 'ui-ground',
          test: /\/ui\/(UiProvider|toast|on-demand|later-parts|confirm|confirm-requests|ErrorBoundary|MessageScreen|RouteErrorScreen|LoadingScreen|Banner)\.|preload-helper|tabler.*(createReactComponent|IconCheck|IconChevronRight)\.|\/platform\/web\/signed-in-mark\./,
        },
        // What every signed-in page stands on besides.
        {
          name: 'frame-ground',
          test: /@mantine\/core\/esm\/(core|utils(?!\/Floating\/(FloatingArrow|use-context))|components\/(ActionIcon|Anchor|Button|Group|Loader|Stack|Text|Title|Transition|UnstyledButton)\/|components\/Checkbox\/CheckIcon)|\/icons\/Icon(Mail|Menu2|Pencil|Users)\.|@mantine\/hooks\/esm\/(use-interval|use-merged-ref|use-uncontrolled|utils\/use-callback-ref)\/|\/ui\/(MantineScope|theme|AppFrame|BottomBar|SideNav|Page|PageSection|Loaded|Skeletons|EmptyState|FailedState|StatCard|Initials|UserMenu|NotificationsBell|Breadcrumbs|palette|Kbd|first-use|RowActions|RowActionsButton|lazy-dialog|use-is-phone|KeyValue\.module|StateBadge\.module)\./,
        },
        {
          // A page that the server drew waits for its styles, and a browser has six lines: in one file, then.
          name: (id, graph) =>
            /\.module\.css/.test(id) &&
            [belowFirstPages, belowLaterParts].some((first) => first(graph).has(id)) &&
            !belowOthers.some((others) => others(graph).has(id))
              ? 'first-styles'
              : null,
          debugName: 'first-styles',
          includeDependenciesRecursively: false,
        },
        {
          name: (id, graph) =>
            belowFirstPages(graph).has(id) &&
            !/DashboardScreen\.|\/dashboard\.tsx/.test(id) &&
            !belowOthers.some((others) => others(graph).has(id))
              ? 'first-ground'
              : null,
          debugName: 'first-ground',
          includeDependenciesRecursively: false,
        },
        // What many pages need besides, in few files instead of many.
        {
          name: 'shift-ground',
          test: /\/(core\/shift-texts|features\/(facilities|shifts)\/rules|features\/shifts\/web\/(shift-words|queries|ShiftStatusBadge))\./,
          includeDependenciesRecursively: false,
        },
        {
          name: 'card-ground',
          test: /\/features\/assignments\/web\/(NextShift|Countdown|ShiftCard|use-now|when)\./,
          includeDependenciesRecursively: false,
        },
        {
          name: 'seat-ground',
          test: /\/features\/assignments\/web\/(HoursPicture|RefusalBanner|Seat(Card|Actions|Notes)|mutations|use-seat-actions)\./,
          includeDependenciesRecursively: false,
        },
        {
          name: 'facility-ground',
          test: /\/(features\/shift-approvals\/web\/(Facility\.module|facility-[a-z]+|proposal-words)|ui\/calendar\/hues)\./,
          includeDependenciesRecursively: false,
        },
        // Small files that the same pages need, in one file each: every file's name and every page's list of files is in the entry.
        // Only what nearly the same pages need goes together, or a page would load what it has no use for.
        {
          name: 'shell-ground',
          test: /\/(platform\/web\/kept-answers|features\/shell\/web\/(RouteFailedScreen|route-failure))\./,
          includeDependenciesRecursively: false,
        },
        {
          name: 'state-ground',
          test: /\/(ui\/(states|StateBadge)|icons\/Icon(ArrowBackUp|CircleDashed|Progress|EyeOff|Hourglass|World|UserOff|Archive|Lock|PlayerPause|ClockOff|Send))\./,
          includeDependenciesRecursively: false,
        },
        {
          name: 'input-ground',
          test: /@mantine\/core\/esm\/components\/(Input\/use-input-props|InputBase\/|TextInput\/)/,
          includeDependenciesRecursively: false,
        },
        {
          name: 'native-select-ground',
          test: /@mantine\/core\/esm\/components\/(NativeSelect\/|Combobox\/(ComboboxChevron\/|get-parsed-combobox-data\/|Combobox\.module))/,
          includeDependenciesRecursively: false,
        },
        {
          name: 'select-ground',
          test: /@mantine\/core\/esm\/components\/(Select|Combobox)\/|@mantine\/hooks\/esm\/use-previous\//,
          includeDependenciesRecursively: false,
        },
        {
          name: 'scroll-ground',
          test: /@mantine\/core\/esm\/components\/ScrollArea\/(?!utils\/to-int)|@mantine\/hooks\/esm\/use-debounced-callback\//,
          includeDependenciesRecursively: false,
        },
        {
          name: 'table-ground',
          test: /node_modules\/mantine-datatable\/|@mantine\/core\/esm\/components\/(Center|Collapse|Flex|Pagination)\/|@mantine\/hooks\/esm\/(use-collapse|use-pagination)\/|\/ui\/DataTable\./,
          includeDependenciesRecursively: false,
        },
        {
          name: 'pager-ground',
          test: /@mantine\/hooks\/esm\/(use-timeout|use-window-event)\/|\/ui\/Pager\.|\/icons\/IconChevron(Left|sLeft|sRight)\./,
          includeDependenciesRecursively: false,
        },
        {
          name: 'filter-ground',
          test: /\/(ui\/(FilterBar|SearchField)|icons\/IconFilter)\./,
          includeDependenciesRecursively: false,
        },
        {
          name: 'list-ground',
          test: /\/(platform\/web\/kit\/(List|ListFilters|DisplayMenu|filters|use-list|preferences)|icons\/Icon(AdjustmentsHorizontal|LayoutColumns))\./,
          includeDependenciesRecursively: false,
        },
        {
          name: 'action-ground',
          test: /\/platform\/web\/kit\/(actions|use-actions)\./,
          includeDependenciesRecursively: false,
        },
        {
          name: 'export-ground',
          test: /\/ui\/(ExportMenu|ExportButton)\./,
          includeDependenciesRecursively: false,
        },
        {
          name: 'semester-ground',
          test: /\/features\/semesters\/(rules|web\/(queries|use-semester-scope|SemesterScopeSelect|remembered-semester))\./,
          includeDependenciesRecursively: false,
        },
        {
          name: 'auth-ground',
          test: /\/(ui\/AuthLayout|platform\/web\/address-word)\./,
          includeDependenciesRecursively: false,
        },
        {
          name: 'place-icons',
          test: /\/icons\/Icon(School|BuildingHospital)\./,
        },
        {
          name: 'password-ground',
          test: /\/(core\/password-prehash|features\/accounts\/web\/(auth-calls|password|new-password|NewPasswordFields)|icons\/IconCircle)\./,
          includeDependenciesRecursively: false,
        },
        { name: 'popover-ground', test: /@mantine\/core\/esm\/components\/Popover\// },
        { name: 'menu-ground', test: /@mantine\/core\/esm\/components\/Menu\/|\/ui\/RowActionsPanel\./ },
      ],
    },
  },
} satisfies BuildEnvironmentOptions['rolldownOptions']

/** What renders pages while building (app/prerender.tsx), and where the product runs (app/render-thread.ts). */
const ofServer = {
  input: ['app/prerender.tsx', 'app/render-thread.ts'],
  // Wherever the folder is copied to.
  output: { entryFileNames: '[name].mjs', chunkFileNames: 'parts/[hash].mjs' },
} satisfies BuildEnvironmentOptions['rolldownOptions']

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    // The pages that are rendered while building (app/prerender.tsx) are no routes.
    !isSsrBuild &&
      tanstackRouter({
        target: 'react',
        routesDirectory: './routes',
        generatedRouteTree: './app/routeTree.gen.ts',
        autoCodeSplitting: true,
        routeFileIgnorePattern: String.raw`\.test\.`,
        quoteStyle: 'single',
      }),
    react(),
    earlyFonts(),
  ],
  build: {
    outDir: 'dist',
    target: 'es2022',
    sourcemap: false,
    manifest: !isSsrBuild,
    copyPublicDir: !isSsrBuild,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 700,
    rolldownOptions: isSsrBuild ? ofServer : ofBrowser,
  },
  // In few files that need no other, and that do not depend on how the server was started.
  ...(isSsrBuild && {
    ssr: { noExternal: true as const },
    define: { 'process.env.NODE_ENV': '"production"' },
  }),
  server: { strictPort: true },
}))

/** The two faces every page is set in, Latin only, are asked for with the page and not when its styles are read. */
function earlyFonts(): Plugin {
  return {
    name: 'placewell:early-fonts',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => /-latin-wght-normal.*\.woff2$/.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${file}` },
            injectTo: 'head',
          })),
    },
  }
}

type Graph = {
  getModuleInfo(
    id: string,
  ): { code: string | null; importedIds: string[]; dynamicallyImportedIds: string[] } | null
}

/**
 * The modules that some files need, themselves and the icons they name included, up to the public API of features (which names
 * more than is used of it); with `andLater` also those that they ask for later.
 */
function below(files: string[], { andLater = false } = {}): (graph: Graph) => Set<string> {
  let found: Set<string> | undefined
  return (graph) => {
    if (found) return found
    found = new Set()
    const walk = (id: string): void => {
      if (found!.has(id) || /node_modules|\/web\/public\.ts$/.test(id)) return
      found!.add(id)
      const info = graph.getModuleInfo(id)
      for (const [icon] of info?.code?.matchAll(/\bIcon[A-Z]\w*/g) ?? [])
        found!.add(join(ICONS, `${icon}.mjs`))
      for (const each of info?.importedIds ?? []) walk(each)
      if (andLater) for (const each of info?.dynamicallyImportedIds ?? []) walk(each)
    }
    for (const file of files) walk(join(import.meta.dirname, file))
    return found
  }
}
