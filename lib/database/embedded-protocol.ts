/** What crosses between a thread that queries and the thread that owns the embedded database. */
export type DatabaseRequest =
  | { readonly id: number; readonly kind: 'query'; readonly transaction: number | null; readonly sql: string; readonly parameters: readonly unknown[]; readonly rowMode: 'array' | 'object' }
  | { readonly id: number; readonly kind: 'exec'; readonly transaction: number | null; readonly sql: string }
  | { readonly id: number; readonly kind: 'begin' }
  | { readonly id: number; readonly kind: 'end'; readonly transaction: number; readonly commit: boolean }

export interface QueryRows {
  readonly rows: readonly unknown[]
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[]
  readonly affectedRows?: number
}

export type DatabaseReply =
  | { readonly id: number; readonly ok: true; readonly result: QueryRows | readonly QueryRows[] | number | null }
  | { readonly id: number; readonly ok: false; readonly message: string; readonly code: string | null; readonly detail: string | null }
