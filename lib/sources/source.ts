/** folder: files as they are. git: each file's committed history. llms-full: the pages of one published text. */
export type SourceKind = 'folder' | 'git' | 'llms-full'

export interface Source {
  readonly id: string
  readonly kind: SourceKind
  /** Absolute path of the root or file; for `llms-full` it may be an http(s) address. */
  readonly location: string
  /** The sample notes; one's own folders replace them in view. */
  readonly sample: boolean
}

/** A version's bytes, or in a sentence why they cannot be had. */
export type VersionBytes = { readonly kind: 'bytes'; readonly bytes: Uint8Array } | { readonly kind: 'unreadable'; readonly reason: string }

/** One version of a file, unread until `read` is called; wherever it is kept. */
export interface FileVersion {
  /** Reads the whole version anew on each call; never throws for what is wrong with the one file. */
  read(): Promise<VersionBytes>
  readonly modifiedAt: Date
  /** The day this version came into force, where the source says so; null for the file as it is. */
  readonly inForceFrom: string | null
  /**
   * Names the file's state as the file system tells it (which file, its size and times): two looks that give one name saw
   * the same bytes. Null or left out where that cannot be relied on.
   */
  readonly state?: string | null
}

/** What `k81r.yaml` decides for a path. */
export interface PathRules {
  readonly scope: string | null
  readonly project: string | null
  readonly localOnly: boolean
}

/** A file of a source with its older versions, oldest first; the last one is the file as it is now unless `removed`. */
export interface SourceFile extends PathRules {
  /** Path within the source, `/` between parts, otherwise exactly as the file system spells it. */
  readonly path: string
  readonly versions: readonly FileVersion[]
  /** Only older versions are left. */
  readonly removed: boolean
}

export interface FailedFile {
  readonly path: string
  readonly reason: string
}

export interface ScanFault {
  readonly kind: 'fault'
  readonly reason: string
}

/** What one look at a source found, or in a sentence why it cannot be trusted. A fault is never a mass deletion. */
export type Scan = { readonly kind: 'scan'; readonly files: readonly SourceFile[]; readonly failed: readonly FailedFile[] } | ScanFault

/** A new text (or the same text at a new path), or the end of the file. Both with the author's day. */
export type LineageChange =
  | { readonly kind: 'text'; readonly path: string; readonly version: FileVersion }
  | { readonly kind: 'ended'; readonly day: string; readonly at: Date }

/** One file's life through a repository's commits, renames and returns included: changes in the order of the commits. */
export interface Lineage extends PathRules {
  /** Its path at the commit from which the history was read; null when it began later. */
  readonly startedAs: string | null
  /** Its last path. */
  readonly path: string
  /** Every path it has had in these changes. */
  readonly paths: readonly string[]
  readonly ended: boolean
  readonly changes: readonly LineageChange[]
}

/** A repository at its checked-out commit, and how it came there since `base` (null: since the beginning). */
export type HistoryScan =
  | {
    readonly kind: 'history'
    readonly head: string
    readonly base: string | null
    /** The files of the checked-out commit, one version each. */
    readonly files: readonly SourceFile[]
    readonly lineages: readonly Lineage[]
    readonly failed: readonly FailedFile[]
    /** Names the k81r.yaml of that commit. */
    readonly rulesDigest: string
    /** What that k81r.yaml decides for a path; null for what it leaves out. */
    rulesOf(path: string): PathRules | null
    /** Ends the program that versions are read through. */
    close(): Promise<void>
  }
  | ScanFault
