export interface Source {
  readonly id: string
  readonly kind: 'folder'
  /** Absolute path of the root. */
  readonly location: string
  /** The sample notes; one's own folders replace them in view. */
  readonly sample: boolean
}

/** One version of a file, unread. */
export interface FileVersion {
  readonly absolutePath: string
  readonly modifiedAt: Date
  readonly byteLength: number
  /** The day this version came into force, where the source says so; null for the file as it is. */
  readonly inForceFrom: string | null
}

/** A file of a source with its older versions, oldest first; the last one is the file as it is now unless `removed`. */
export interface SourceFile {
  /** Path within the source, `/` between parts, otherwise exactly as the file system spells it. */
  readonly path: string
  readonly versions: readonly FileVersion[]
  /** Only older versions are left. */
  readonly removed: boolean
  /** The folder rules' decisions. */
  readonly scope: string | null
  readonly project: string | null
  readonly localOnly: boolean
}

export interface FailedFile {
  readonly path: string
  readonly reason: string
}

/** What one look at a source found, or in a sentence why it cannot be trusted. A fault is never a mass deletion. */
export type Scan =
  | { readonly kind: 'scan'; readonly files: readonly SourceFile[]; readonly failed: readonly FailedFile[] }
  | { readonly kind: 'fault'; readonly reason: string }
