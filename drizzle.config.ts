import { defineConfig } from 'drizzle-kit'

export default defineConfig({ dialect: 'postgresql', schema: './lib/database/schema.ts', out: './drizzle' })
