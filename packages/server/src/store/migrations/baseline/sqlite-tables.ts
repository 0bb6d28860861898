/** Id counters and the search index. Initially no document is waiting to be indexed. */
export const sqliteTables = `
  create table counters (name text not null primary key, value bigint not null) without rowid;
  insert into counters (name, value) values ('indexed document', 0);
  create virtual table search_grams using fts5
    (grams, content='', contentless_delete=1, detail=none, tokenize='ascii');
`
