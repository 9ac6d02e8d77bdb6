// The web build: hashed files under `dist/assets`, each compressible one also as `.br` and `.gz`,
// because the server sends files and never compresses them.
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { moduleUrl } from './build/module-url.ts'
import { precompress } from './build/precompress.ts'
import { preloadFont } from './build/preload-font.ts'
import { pxToRem } from './build/px-to-rem.ts'
import { withoutSchemas } from './build/without-schemas.ts'

const server = `http://127.0.0.1:${process.env['BINDERY_PORT'] ?? '8082'}`
const shared = /\/apps\/web\/src\/(?:ui|lib|shared|messages)\/|\/node_modules\//

export default defineConfig({
  base: '/ui/',
  plugins: [withoutSchemas(), moduleUrl(), react(), preloadFont('inter-latin-wght-normal'), precompress()],
  css: { transformer: 'lightningcss', lightningcss: { visitor: pxToRem } },
  build: {
    // `npm start` and `npm run build` build beside the old folder and swap, so that a failure leaves the old one.
    outDir: process.env['BINDERY_WEB_OUT'] ?? 'dist',
    emptyOutDir: true,
    target: 'es2023',
    manifest: true,
    // What nearly every screen needs is one file: two dozen small ones cost each visit 6 kB more and as many requests.
    // Too low a count would bring dialogs and tables into the sign-in; the budget notices.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'base', test: shared, minShareCount: 64 }] } },
    },
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  server: {
    proxy: { '/ui/api': server, '/artifactory': server, '/access': server, '/openapi.json': server },
  },
})
