import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { alias: { '@': fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '') } },
  test: { include: ['lib/**/*.test.ts', 'app/**/*.test.ts'], testTimeout: 60_000, hookTimeout: 120_000, maxWorkers: 2 },
})
