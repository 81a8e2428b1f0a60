import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    // The pages that are drawn while building (app/prerender.tsx) are no routes.
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
    manifest: true,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      // The pages people work on, the doors to them (app/doors.tsx), and the pages that tell of the product (app/site.tsx).
      input: ['index.html', 'doors.html', 'site.html'],
      output: {
        // The entry names the files of every address: short names are kilobytes that everybody saves.
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: ({ names: [name = ''] }) =>
          name.endsWith('.css') ? 'assets/[hash:7][extname]' : 'assets/[name]-[hash][extname]',
        // What an entry always needs comes in few files: React, what each of them stands on, and the page itself.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            {
              name: 'site-ground',
              test: /\/(ui\/(Link|LinkButton|plain-button|PlainButton|Mark|Wordmark|PublicFrame|SkipLink|colour-scheme|styles)\.|core\/(access|constants|roles|site-pages)\.|platform\/web\/plain-api|public-pages\/web\/(SiteFrame|SitePage|plain-calls)\.)/,
            },
            { name: 'app-ground', test: /node_modules\/(@tanstack|@orpc|use-sync-external-store)\// },
            {
              name: 'ui-ground',
              test: /\/ui\/(UiProvider|toast|on-demand|confirm|confirm-requests|ErrorBoundary|MessageScreen|LoadingScreen|Banner)\.|preload-helper|tabler.*(createReactComponent|IconChevronRight)\./,
            },
            // What every signed-in page stands on besides.
            {
              name: 'frame-ground',
              test: /@mantine\/core\/esm\/(core|utils|components\/(ActionIcon|Burger|Button|Loader|Text|Title|Transition|UnstyledButton)\/)|\/ui\/(MantineScope|theme|AppFrame|SideNav|Page|PageSection|Loaded|Skeletons|EmptyState|FailedState|StatCard|Initials|UserMenu|NotificationsBell|Breadcrumbs|palette|Kbd|first-use|lazy-dialog)\./,
            },
          ],
        },
      },
    },
  },
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
