interface Manifest {
  apiVersion: string;
  kind: string;
}

/** @throws if the API of Kubernetes would not take the manifest, according to its published models. */
export async function checkByModel(manifest: Manifest): Promise<void> {
  const { apiVersion, kind } = manifest;
  const models = (await import(`kubernetes-models/${apiVersion}`)) as Record<
    string,
    new (
      data: Manifest,
    ) => { validate(): void }
  >;
  const Model = models[kind];
  if (!Model) throw new Error(`${apiVersion} has no ${kind}.`);
  new Model(manifest).validate();
}
