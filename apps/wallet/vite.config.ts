import { basename } from 'node:path'
import { fetchBeforeImport, filesBefore } from '@kapao/page-build/vite-fetch-before-import'
import { leanReact } from '@kapao/page-build/vite-lean-react'
import { leanSanitizer } from '@kapao/page-build/vite-lean-sanitizer'
import { ownHelpers } from '@kapao/page-build/vite-own-helpers'
import { precompress } from '@kapao/page-build/vite-precompress'
import { reactModules } from '@kapao/page-build/vite-react-modules'
import { splitContract } from '@kapao/page-build/vite-split-contract'
import { splitValibot } from '@kapao/page-build/vite-split-valibot'
import { texts, textsInPage } from '@kapao/page-build/vite-texts'
import { themeColours } from '@kapao/page-build/vite-theme-colours'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { settings } from './src/ui/sanitizer-settings.ts'
import { early } from './vite-early.ts'
import { prerender } from './vite-prerender.ts'
import { serviceWorker } from './vite-service-worker.ts'
import { ownTruelinkSecret, readRegion, readTruelinkSecret } from './vite-settings.ts'

const root = import.meta.dirname
const region = readRegion(process.env)
const truelinkSecret = readTruelinkSecret(process.env)
// Written into index.html, where an operator may also change it after the build.
process.env.VITE_KAPAO_API_ORIGIN ??= ''
const api = `http://127.0.0.1:${process.env.PORT ?? '8080'}`

/**
 * Base comes with every page, /login first of all; visitor with the other pages of visitors; member with the member area. Every other
 * feature's texts are a group of its own name.
 */
const textGroups = {
  session: 'base',
  'chat-bubble': 'base',
  register: 'visitor',
  howto: 'visitor',
  contact: 'visitor',
  home: 'member',
  connection: 'base',
}

/**
 * /login is where everybody begins: what it stands on, every other page needs too. The chat's door, and what goes on asking until an answer comes, are what the groups below would
 * share: in either of them they would bring that one along. So is what members' pages and /register, or a guest's chat, both stand on: by itself it is a file more that home waits for. So are two files of styles of a few bytes: by themselves they are four files, which home names.
 */
const isBase = (id: string) =>
  /wallet\/src\/(main\.|features\/session|app\/(app|routes|visitor-shell)|lib\/(?:chat-door|mending|use-answer)|ui\/(stack|pulse)\.module)|\0(?:valibot:|@oxc-project|react-dom-names)|packages\/(?:contract\/src\/(?:values|lookup|member)|browser\/src\/(?:time|lang-of)\.|ui\/src\/more-icon-paths)|node_modules\/(?:react\/|scheduler\/|react-dom\/cjs\/react-dom\.)/.test(
    id,
  )

/** The frame of the member area and its home: what every member page loads. */
const isMember = (id: string) =>
  /wallet\/src\/(app\/member-area|features\/home\/(home-page|use-|agreement-offer|game-c)|ui\/(carousel|use-turning))|node_modules\/@tanstack\/(?!.*(?:mutationObserver|useMutation)\.js$)/.test(
    id,
  )

/** What every page has and no first screen waits for (app.tsx). */
const isLater = (id: string) => /wallet\/src\/(app\/chat-place|features\/(connection|chat-bubble)\/)/.test(id)

/** What opens over a page. By itself the one that /register has of it is a file more in all that opens, and home names each. */
const isModal = (id: string) => /ui\/src\/(?:modal|back-closes)\./.test(id)

const groups = [
  // The largest of all, on a connection of its own.
  { name: 'react-dom', test: /react-dom-client\.production\.js$/, priority: 1.8 },
  { name: 'base', test: isBase, priority: 2 },
  { name: 'member', test: isMember, priority: 1 },
  { name: 'later', test: isLater },
  { name: 'modal', test: isModal },
]
const isGroup = (chunk: string) => groups.some(({ name }) => name === chunk)

const inPage = textsInPage(root, textGroups)

/** A class is named after its file and itself: no hash, of which every first page would carry a hundred. */
function scopedName(): (name: string, file: string) => string {
  const files = new Map<string, string>()
  return (name, file) => {
    const stem = basename(file, '.module.css')
    const other = files.get(stem) ?? file
    if (other !== file) throw new Error(`${file} and ${other}: two files of styles need two names`)
    files.set(stem, file)
    return `${stem}_${name}`
  }
}

/** What makes the same page of the same sources, in the browser and in the build that draws /login. */
const drawing = {
  define: {
    // Nobody opens React's developer tools on a phone: what speaks to them is left out.
    __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined',
    'import.meta.env.VITE_KAPAO_REGION': JSON.stringify(region),
    'import.meta.env.VITE_KAPAO_TRUELINK_SECRET': JSON.stringify(truelinkSecret),
  },
  resolve: {
    alias: [
      // wouter brings a stand-in for a hook that React has had since 18.
      { find: /^use-sync-external-store\/shim\/index\.js$/, replacement: 'react' },
    ],
  },
  css: { modules: { generateScopedName: scopedName() } },
}

/**
 * One build per region, in `dist-<region>`. The dev server speaks to the API on PORT and listens on WALLET_PORT; it also
 * serves /gallery/, which is never part of a build.
 */
export default defineConfig({
  root,
  plugins: [
    ownTruelinkSecret(truelinkSecret),
    react(),
    leanReact(),
    reactModules(),
    leanSanitizer(settings),
    ownHelpers(),
    fetchBeforeImport(),
    splitContract(),
    splitValibot(),
    texts(root, textGroups),
    themeColours(root),
    serviceWorker(root),
    precompress(),
    prerender(root, region, inPage, { ...drawing, plugins: [react(), texts(root, textGroups)] }),
    early(root, region),
  ],
  ...drawing,
  build: {
    target: ['chrome100', 'safari15.4'],
    outDir: `dist-${region}`,
    assetsInlineLimit: 0,
    // The polyfill would be an inline script where it is needed at all; both targets know modulepreload's import.
    modulePreload: {
      polyfill: false,
      resolveDependencies: filesBefore((file) => /\/(?:base|react-dom)-/.test(file)),
    },
    rolldownOptions: {
      // No class has a field where one that it extends has a getter: so it is set, and needs no helper that defines it.
      transform: { assumptions: { setPublicClassFields: true } },
      output: {
        // A shorter hash than usual, of fewer signs: they do not compress, and home's files name others a hundred times.
        hashCharacters: 'hex',
        entryFileNames: 'assets/[name]-[hash:7].js',
        // What several parts share has no name of its own beside the hash: home would carry each of them.
        chunkFileNames: ({ isDynamicEntry, name }) =>
          isDynamicEntry || isGroup(name) ? 'assets/[name]-[hash:7].js' : 'assets/[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:6][extname]',
        // With all that they import, in one file: many small ones compress worse and cost requests.
        codeSplitting: {
          groups,
        },
      },
    },
    manifest: true,
    license: { fileName: 'licenses.md' },
  },
  server: {
    port: Number(process.env.WALLET_PORT ?? '5173'),
    strictPort: true,
    proxy: { '/api': api, '/socket.io': { target: api, ws: true } },
  },
})
