// Style sheets are bundled by esbuild; they have no types.
declare module "*.css";
