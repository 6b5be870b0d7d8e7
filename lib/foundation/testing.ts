export { readTestDatabaseUrl, readTestDataFolder } from './settings'
