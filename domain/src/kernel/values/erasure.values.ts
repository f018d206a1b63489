/** Grounds on which personal data are erased. The register shows them, so nobody types a text. */
export const erasureReasons = ['asked', 'withdrawn', 'not-needed', 'mistake'] as const;
export type ErasureReason = (typeof erasureReasons)[number];
