/** Rows of an organization, by how many come before them, in order. */
export type Rows = Uint32Array;
export const noRows: Rows = new Uint32Array(0);
