/** Who listens, with the rights of now, and what they have open: `organization:<id>`, `member:<id>`, `lead:<id>`, already allowed. */
export type Reader = {
  readonly organizationId: string;
  readonly memberId: string;
  /** Sales are notified of their own records only; everybody else of all. */
  readonly sees: 'everything' | 'own';
  readonly rooms: readonly string[];
};

/** As the browser receives it: the document as it is now, or that it is gone for this reader. */
export type ChangeNotification = {
  readonly view: string;
  readonly id: string;
  readonly revision: number;
  readonly document?: unknown;
  readonly removed?: true;
};
