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
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  server: {
    proxy: { '/ui/api': server, '/artifactory': server, '/access': server, '/openapi.json': server },
  },
})
