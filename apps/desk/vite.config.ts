import { fetchBeforeImport, filesBefore } from '@kapao/page-build/vite-fetch-before-import'
import { precompress } from '@kapao/page-build/vite-precompress'
import { texts } from '@kapao/page-build/vite-texts'
import { themeColours } from '@kapao/page-build/vite-theme-colours'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const root = import.meta.dirname
const api = `http://127.0.0.1:${process.env.PORT ?? '8080'}`

/** What an agent needs before the first conversation is on the screen travels together; the rest comes with its page. */
const textGroups = { session: 'base', inbox: 'base', thread: 'base' }

/** One build for both regions, served below /desk/. The dev server speaks to the API on PORT and listens on DESK_PORT. */
export default defineConfig({
  root,
  base: '/desk/',
  plugins: [react(), texts(root, textGroups), themeColours(root), fetchBeforeImport(), precompress()],
  resolve: {
    alias: [
      // wouter brings a stand-in for a hook that React has had since 18.
      { find: /^use-sync-external-store\/shim\/index\.js$/, replacement: 'react' },
    ],
  },
  css: { modules: { generateScopedName: '[name]__[local]__[hash:base64:4]' } },
  build: {
    // An agent works in a browser that is kept up to date.
    target: ['chrome111', 'safari16.4'],
    outDir: 'dist',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies: filesBefore(() => false) },
    rolldownOptions: {
      output: {
        // With all that they import, in two files: what the log-in stands on, and the desk.
        codeSplitting: {
          groups: [
            { name: 'base', test: /desk\/src\/app\/app\.tsx|node_modules\/react-dom\//, priority: 2 },
            { name: 'desk', test: /desk\/src\/app\/desk\.tsx/, priority: 1 },
          ],
        },
      },
    },
    license: { fileName: 'licenses.md' },
  },
  server: {
    port: Number(process.env.DESK_PORT ?? '5174'),
    strictPort: true,
    proxy: { '/api': api, '/socket.io': { target: api, ws: true } },
  },
})
