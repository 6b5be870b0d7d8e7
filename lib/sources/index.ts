export { scanFolder } from './scan-folder'
export { readSourceRules, type SourceRules } from './source-rules'
export { addFolders, listSources, recordScan } from './store'
export type { FailedFile, FileVersion, Scan, Source, SourceFile } from './source'
