export { readTestDatabaseUrl } from './settings'
